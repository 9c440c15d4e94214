/** Browser features that we do not need. */
const unusedFeatures = [
  'accelerometer',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')
/** Headers `permissions-policy`. The shop scans barcodes. */
export const permissions = { shop: `camera=(self), ${unusedFeatures}`, panel: `camera=(), ${unusedFeatures}` }
