import { api } from '#web/api.ts'

/** Not where the shop is served without encryption, nor on an iPhone before the shop is on its home screen. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function subscriptionOf() {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager.getSubscription()
}

export async function hasSubscription(): Promise<boolean> {
  return Notification.permission === 'granted' && Boolean(await subscriptionOf())
}

/** Asks the user and the browser's push service. `failed`: the service is out of reach. */
export async function startPush(pushKey: string): Promise<'on' | 'denied' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const subscription = await subscribe(pushKey).catch(() => undefined)
  if (!subscription) return 'failed'
  const { endpoint: address = '', keys = {} } = subscription.toJSON()
  const { p256dh: publicKey = '', auth: authSecret = '' } = keys
  await api.post('/api/Account/AddPushDevice', { address, publicKey, authSecret })
  return 'on'
}

async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey }
  return pushManager.subscribe(options).catch(async () => {
    // The server's key has changed since.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
}

export async function stopPush(): Promise<'off'> {
  await api.post('/api/Account/RemovePushDevice', {})
  await (await subscriptionOf())?.unsubscribe()
  return 'off'
}
