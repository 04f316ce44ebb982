import { Panel } from '#ui/page.tsx'

/** Filled in the next commits. */
export function AppearancePage() {
  return <Panel>{null}</Panel>
}
