import { CopyIcon } from './copy-icon.tsx'

const length = 12

export function ShortHash({ hash, label }: { hash: string; label: string }) {
  return (
    <span className="inline-row gap-4" style={{ height: 22 }}>
      <code title={hash}>{hash.slice(0, length)}</code>
      <CopyIcon content={hash} label={label} />
    </span>
  )
}
