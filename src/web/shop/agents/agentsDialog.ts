import { create } from 'zustand'

/** Whether the company's sales agents are shown. */
export const useAgentsDialog = create(() => ({ isOpen: false }))

export const openAgents = () => useAgentsDialog.setState({ isOpen: true })
export const closeAgents = () => useAgentsDialog.setState({ isOpen: false })
