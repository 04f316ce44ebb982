import type { Device } from '@vermilion/contract/devices'
import { formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { Facts, Panel } from '#ui/page/page.tsx'
import { text } from '../text.ts'

/** What a device is, and how it fares. */
export function OverviewTab({ device: { facts, host, port, username, group } }: { device: Device }) {
  const t = useText(text)
  return (
    <Panel title={t('about')}>
      <Facts
        facts={[
          [t('model'), facts?.model ?? unknownValue],
          [t('address'), `${username}@${host}:${port}`],
          [t('system'), facts?.system ?? unknownValue],
          [t('memory'), formatSize(facts?.memory)],
          [t('group'), group === '' ? unknownValue : group],
        ]}
      />
    </Panel>
  )
}
