import { basePath } from '@vermilion/contract/kernel/endpoint'
import type { TransferKind } from '@vermilion/contract/monitoring/hosts'

interface Counted {
  readonly kind: TransferKind
  readonly direction: 'received' | 'sent'
}

const upload: readonly Counted[] = [{ kind: 'upload', direction: 'received' }]
const image: readonly Counted[] = [{ kind: 'image', direction: 'sent' }]
const download: readonly Counted[] = [{ kind: 'download', direction: 'sent' }]
const device: readonly Counted[] = [
  { kind: 'device-received', direction: 'received' },
  { kind: 'device-sent', direction: 'sent' },
]

const kinds: readonly [RegExp, readonly Counted[]][] = [
  [/^\w+ \/(?:uploads|upload-packs|artifact-uploads)(?:\/|$)/, upload],
  [/^\w+ \/devices\/:\w+\/files\/(?:uploads|upload-packs)$/, upload],
  [/^\w+ \/enrolment$/, device],
  [/^GET \/files\/:\w+\/(?:thumbnail|preview|tiles?)$/, image],
  [/^GET \/.+\/content$/, download],
  [/^GET \/(?:device-)?archives\/:\w+$/, download],
  [/^GET \/exports\/:\w+\/file$/, download],
  [/^GET \/.+\/export$/, download],
]

export function transfersOf({ method, route }: { method: string; route: string }): readonly Counted[] {
  const at = route.indexOf(basePath)
  const path = at < 0 ? route : route.slice(at + basePath.length)
  return kinds.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? []
}
