/** For elements that appear far from the press. */
export function scrollIntoViewRef(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'center' })
}
