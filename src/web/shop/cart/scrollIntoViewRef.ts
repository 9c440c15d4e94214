/** For elements that appear far from the press. */
export function bringIntoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'center' })
}
