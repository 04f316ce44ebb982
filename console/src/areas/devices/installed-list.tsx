import type { Installation } from '@vermilion/contract/rollouts/installations'
import { unknownValue } from '#lib/format.ts'

export { LaterVersion } from './later-version.tsx'

export function InstalledList({ installed }: { installed: readonly Installation[] }) {
  const items = installed.map(({ name, version }) => `${name} ${version}`)
  if (items.length === 0) return <span data-unknown>{unknownValue}</span>
  return (
    <span title={items.join(', ')}>
      {items[0]}
      {items.length > 1 && ` +${items.length - 1}`}
    </span>
  )
}
