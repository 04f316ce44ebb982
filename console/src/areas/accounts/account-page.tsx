import { Panel } from '#ui/page.tsx'

/** Filled in the next commits. */
export function AccountPage() {
  return <Panel>{null}</Panel>
}
