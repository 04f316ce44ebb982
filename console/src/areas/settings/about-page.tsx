import { Panel } from '#ui/page.tsx'

/** Filled in the next commits. */
export function AboutPage() {
  return <Panel>{null}</Panel>
}
