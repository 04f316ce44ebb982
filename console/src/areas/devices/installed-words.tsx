import type { Installation } from '@vermilion/contract/rollouts/installations'
import { unknownValue } from '#lib/format.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

/** Looks through all artifacts, which are known after the devices. */
export const LaterVersion = lazyPart(async () => (await import('./later-version.tsx')).LaterVersion)

/** What was installed on a device last, and of how much else there is more to read where it is pointed at. */
export function InstalledWords({ installed }: { installed: readonly Installation[] }) {
  const words = installed.map(({ name, version }) => `${name} ${version}`)
  if (words.length === 0) return <span data-unknown>{unknownValue}</span>
  return (
    <span title={words.join(', ')}>
      {words[0]}
      {words.length > 1 && ` +${words.length - 1}`}
    </span>
  )
}
