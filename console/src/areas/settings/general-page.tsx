import { Panel } from '#ui/page.tsx'

/** Filled in the next commits. */
export function GeneralPage() {
  return <Panel>{null}</Panel>
}
