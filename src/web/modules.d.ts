declare module 'virtual:catalogue/*' {
  const messages: Record<string, import('./message.ts').Message>
  export default messages
}
