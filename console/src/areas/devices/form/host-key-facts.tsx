import type { HostKey } from '@vermilion/contract/devices/access'
import { useText } from '#lib/i18n.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { formText } from './text.ts'

function keyFile(algorithm: string): string {
  const kind = algorithm.includes('ed25519') ? 'ed25519' : algorithm.startsWith('ecdsa') ? 'ecdsa' : 'rsa'
  return `/etc/ssh/ssh_host_${kind}_key.pub`
}

export function HostKeyFacts({ hostKey: { algorithm, fingerprint } }: { hostKey: HostKey }) {
  const t = useText(formText)
  return (
    <dl className="stack gap-4">
      <div className="grid gap-10" style={{ gridTemplateColumns: '92px 1fr' }}>
        <dt className="text-tertiary">{t('algorithm')}</dt>
        <dd>{algorithm}</dd>
      </div>
      <div className="grid gap-10" style={{ gridTemplateColumns: '92px 1fr' }}>
        <dt className="text-tertiary">{t('fingerprint')}</dt>
        <dd>
          <code className="break-anywhere font-13">{fingerprint}</code>
        </dd>
      </div>
    </dl>
  )
}

export function HowToCompare({ algorithm, text }: { algorithm: string; text?: string }) {
  const t = useText(formText)
  return <Lines text={text ?? t('keyCompare')} lines={[`ssh-keygen -lf ${keyFile(algorithm)}`]} />
}
