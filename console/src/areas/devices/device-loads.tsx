import type { Device } from '@vermilion/contract/devices'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import { text } from './text.ts'

/** What of a device is in use. A device without a GPU has no bar for one. */
export function DeviceLoads({ device: { facts, reading } }: { device: Pick<Device, 'facts' | 'reading'> }) {
  const t = useText(text)
  const hasGpu = facts === null || facts.accelerators.length > 0 || reading?.gpu !== null
  const ofTotal = (used: number | null | undefined, total: number | null | undefined) =>
    used === null || used === undefined
      ? {}
      : { title: t('usedOf', { used: formatSize(used), total: formatSize(total) }) }
  return (
    <>
      <LoadMeter name={t('cpu')} share={reading?.cpu} />
      {hasGpu && <LoadMeter name={t('gpu')} share={reading?.gpu} />}
      <LoadMeter
        name={t('memory')}
        share={shareOf(reading?.memoryUsed, reading?.memoryTotal)}
        {...ofTotal(reading?.memoryUsed, reading?.memoryTotal)}
      />
      <LoadMeter
        name={t('disk')}
        share={shareOf(reading?.diskUsed, reading?.diskTotal)}
        {...ofTotal(reading?.diskUsed, reading?.diskTotal)}
      />
    </>
  )
}
