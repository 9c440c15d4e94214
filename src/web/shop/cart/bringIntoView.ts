/** For what appears because of a press far from it: as a ref, it is seen as soon as it is there. */
export function bringIntoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'center' })
}
