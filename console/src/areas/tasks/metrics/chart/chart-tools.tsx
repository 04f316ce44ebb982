import FullscreenExitOutlined from '@ant-design/icons/es/icons/FullscreenExitOutlined'
import ZoomInOutlined from '@ant-design/icons/es/icons/ZoomInOutlined'
import ZoomOutOutlined from '@ant-design/icons/es/icons/ZoomOutOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import type { RefObject } from 'react'
import { PictureButton } from '#ui/chart/picture-button.tsx'
import { text } from '../text.ts'

interface ChartToolsProps {
  label: string
  isWhole: boolean
  onZoom: (factor: number) => void
  onReset: () => void
  holder: RefObject<HTMLElement | null>
  canvas: RefObject<HTMLCanvasElement | null>
}

export function ChartTools({ label, isWhole, onZoom, onReset, holder, canvas }: ChartToolsProps) {
  const t = useText(text)
  return (
    <div className="rigid nowrap">
      <Button
        size="small"
        type="text"
        icon={<ZoomInOutlined aria-hidden />}
        aria-label={t('zoomIn', { label })}
        title={t('zoomInKey')}
        onClick={() => onZoom(0.5)}
      />
      <Button
        size="small"
        type="text"
        icon={<ZoomOutOutlined aria-hidden />}
        aria-label={t('zoomOut', { label })}
        title={t('zoomOutKey')}
        disabled={isWhole}
        onClick={() => onZoom(2)}
      />
      <Button
        size="small"
        type="text"
        icon={<FullscreenExitOutlined aria-hidden />}
        aria-label={t('zoomReset', { label })}
        title={t('zoomResetKey')}
        disabled={isWhole}
        onClick={onReset}
      />
      <PictureButton
        title={label}
        name=""
        chartOf={() => holder.current?.querySelector('svg')}
        plotOf={() => canvas.current}
      />
    </div>
  )
}
