import { Panel } from '#ui/page.tsx'

/** Filled in the next commits. */
export function ServicesPage() {
  return <Panel>{null}</Panel>
}
