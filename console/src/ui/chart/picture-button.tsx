import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { pngOf, type Series } from '../export/chart-picture.ts'
import { fileNameOf, saveFile } from '../export/save-file.ts'
import { notify } from '../feedback/notify.tsx'
import { problemWords } from '../feedback/problem.ts'
import { text } from '../text.ts'

interface PictureButtonProps {
  title: string
  name: string
  chartOf: () => Element | null | undefined
  plotOf?: () => HTMLCanvasElement | null
}

export function PictureButton({ title, name, chartOf, plotOf }: PictureButtonProps) {
  const t = useText(text)
  const savePicture = async () => {
    const chart = chartOf()
    if (!(chart instanceof SVGSVGElement)) return
    try {
      saveFile(
        `${fileNameOf(name, title)}.png`,
        await pngOf(chart, { title, series: seriesOf(chart), plot: plotOf?.() }),
      )
    } catch (problem) {
      notify.error(problemWords(problem))
    }
  }
  const message = t('pngOf', { name: title })
  return (
    <Button
      size="small"
      type="text"
      icon={<DownloadOutlined aria-hidden />}
      aria-label={message}
      title={message}
      onClick={() => void savePicture()}
    />
  )
}

function seriesOf(chart: SVGSVGElement): Series[] {
  const legend = (chart.closest('figure, section') ?? chart).querySelectorAll<HTMLElement>(
    '[data-series]:not([aria-pressed="false"])',
  )
  return Array.from(legend, (entry) => {
    const colour = entry.firstElementChild === null ? '' : getComputedStyle(entry.firstElementChild).backgroundColor
    return { name: entry.dataset['series'] ?? '', colour }
  })
}
