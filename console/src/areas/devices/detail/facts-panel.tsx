import type { Device } from '@vermilion/contract/devices'
import { formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { Facts, Panel } from '#ui/page/page.tsx'
import styles from './detail.module.css'
import { detailText } from './text.ts'

/** What a device is made of, and what is installed on it. */
export function FactsPanel({ device: { facts } }: { device: Device }) {
  const t = useText(detailText)
  if (facts === null) {
    return (
      <Panel title={t('about')}>
        <p className={styles['quiet']}>{t('notProbed')}</p>
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
          [t('model'), facts.model],
          [t('hostName'), facts.hostName === '' ? unknownValue : facts.hostName],
          [t('system'), facts.system],
          [t('kernel'), `${facts.kernel} · ${facts.architecture}`],
          [t('cpu'), t('cores', { name: cpu.name === '' ? facts.architecture : cpu.name, count: cpu.cores })],
          [t('memory'), formatSize(facts.memory)],
          [t('storage'), t('storageFree', { total: formatSize(storage.total), free: formatSize(storage.free) })],
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
