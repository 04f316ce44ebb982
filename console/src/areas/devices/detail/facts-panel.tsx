import type { Device } from '@vermilion/contract/devices'
import type { DeviceFacts } from '@vermilion/contract/devices/facts'
import { formatSize, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { usableDisk } from '#ui/meter/figures.ts'
import { Facts, Panel } from '#ui/page/page.tsx'
import { detailText } from './text.ts'

export function FactsPanel({ device: { facts, reading } }: { device: Device }) {
  const t = useText(detailText)
  if (facts === null) {
    return (
      <Panel title={t('about')}>
        <p className="faint">{t('notProbed')}</p>
      </Panel>
    )
  }
  const { cpu, storage, accelerators, runtimes, updaters } = facts
  const list = (words: readonly string[]) => (words.length === 0 ? t('none') : words.join(', '))
  const accelerator = ({ name, memory }: (typeof accelerators)[number]) =>
    memory === null ? name : `${name} (${formatSize(memory)})`
  return (
    <Panel title={t('about')}>
      <Facts
        facts={[
          ...(facts.model === '' ? [] : ([[t('model'), facts.model]] as const)),
          [t('hostName'), facts.hostName === '' ? unknownValue : facts.hostName],
          [t('system'), facts.system],
          [t('kernel'), facts.kernel],
          [t('architecture'), facts.architecture],
          [t('cpu'), t('cores', { name: cpu.name === '' ? facts.architecture : cpu.name, count: cpu.cores })],
          [t('memory'), formatSize(facts.memory)],
          [t('storage'), describeStorage(storage, reading, t)],
          [t('accelerators'), list(accelerators.map(accelerator))],
          [t('python'), facts.python ?? t('none')],
          [t('containerEngine'), facts.containerEngine ?? t('none')],
          [t('runtimes'), list(runtimes.map(({ name, version }) => `${name} ${version}`.trim()))],
          [t('updaters'), list(updaters)],
          [t('sftp'), t(facts.sftp ? 'yes' : 'no')],
        ]}
      />
    </Panel>
  )
}

/** From this fraction of a disk on, the space reserved by the system is mentioned. */
const minReserved = 0.01

function describeStorage(
  { total, free }: DeviceFacts['storage'],
  reading: Device['reading'],
  t: Translate<typeof detailText.en>,
): string {
  const usable = usableDisk(reading?.diskUsed, reading?.diskFree) ?? total
  const sizes = { total: formatSize(total), free: formatSize(reading?.diskFree ?? free) }
  const reserved = total - usable
  return reserved < total * minReserved
    ? t('storageFree', sizes)
    : t('storageReserved', { ...sizes, reserved: formatSize(reserved) })
}
