import { lazyPart } from '../lazy.ts'
import { OverlayPlace } from '../OverlayPlace.tsx'
import { closeAgents, useAgentsDialog } from './agentsDialog.ts'

const AgentsDialog = lazyPart(async () => (await import('./AgentsDialog.tsx')).AgentsDialog)

export function AgentsPart() {
  const isOpen = useAgentsDialog((dialog) => dialog.isOpen)
  return (
    isOpen && (
      <OverlayPlace onClose={closeAgents}>
        <AgentsDialog />
      </OverlayPlace>
    )
  )
}
