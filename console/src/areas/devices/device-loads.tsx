import type { Device } from '@vermilion/contract/devices'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { diskShare, shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import { text } from './text.ts'

/** A device without a GPU has no GPU bar. */
export function DeviceLoads({ device: { facts, reading } }: { device: Pick<Device, 'facts' | 'reading'> }) {
  const t = useText(text)
  const hasGpu = facts === null || facts.accelerators.length > 0 || reading?.gpu !== null
  return (
    <>
      <LoadMeter name={t('cpu')} share={reading?.cpu} />
      {hasGpu && <LoadMeter name={t('gpu')} share={reading?.gpu} />}
      <LoadMeter
        name={t('memory')}
        share={shareOf(reading?.memoryUsed, reading?.memoryTotal)}
        {...(reading !== null && {
          title: t('usedOf', { used: formatSize(reading.memoryUsed), total: formatSize(reading.memoryTotal) }),
        })}
      />
      <LoadMeter
        name={t('disk')}
        share={diskShare(reading?.diskUsed, reading?.diskFree)}
        {...(reading !== null && {
          title: t('usedAndFree', { used: formatSize(reading.diskUsed), free: formatSize(reading.diskFree) }),
        })}
      />
    </>
  )
}
