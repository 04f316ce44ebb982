import { basePath } from '@vermilion/contract/kernel/endpoint'
import type { TransferKind } from '@vermilion/contract/monitoring/hosts'

/** What of a route counts: what comes in, or what goes out. */
interface Counted {
  readonly kind: TransferKind
  readonly direction: 'received' | 'sent'
}

const kinds: readonly [RegExp, Counted][] = [
  [/^\w+ \/(?:uploads|upload-packs|artifact-uploads)(?:\/|$)/, { kind: 'upload', direction: 'received' }],
  [/^\w+ \/devices\/:\w+\/files\/(?:uploads|upload-packs)$/, { kind: 'upload', direction: 'received' }],
  [/^GET \/files\/:\w+\/(?:thumbnail|preview|tiles?)$/, { kind: 'image', direction: 'sent' }],
  [/^GET \/.+\/content$/, { kind: 'download', direction: 'sent' }],
  [/^GET \/(?:device-)?archives\/:\w+$/, { kind: 'download', direction: 'sent' }],
  [/^GET \/exports\/:\w+\/file$/, { kind: 'download', direction: 'sent' }],
  [/^GET \/.+\/export$/, { kind: 'download', direction: 'sent' }],
]

/** What a route of the API transfers; undefined for one that answers questions. */
export function transferOf({ method, route }: { method: string; route: string }): Counted | undefined {
  const at = route.indexOf(basePath)
  const path = at < 0 ? route : route.slice(at + basePath.length)
  return kinds.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1]
}
