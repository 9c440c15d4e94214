import { create } from 'zustand'

export const useAgentsDialog = create(() => ({ isOpen: false }))

export const openAgents = () => useAgentsDialog.setState({ isOpen: true })
export const closeAgents = () => useAgentsDialog.setState({ isOpen: false })
