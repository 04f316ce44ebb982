import type { Installation } from '@vermilion/contract/rollouts/installations'
import { unknownValue } from '#lib/format.ts'

export { LaterVersion } from './later-version.tsx'

export function InstalledList({ installed }: { installed: readonly Installation[] }) {
  const words = installed.map(({ name, version }) => `${name} ${version}`)
  if (words.length === 0) return <span data-unknown>{unknownValue}</span>
  return (
    <span title={words.join(', ')}>
      {words[0]}
      {words.length > 1 && ` +${words.length - 1}`}
    </span>
  )
}
