import FullscreenExitOutlined from '@ant-design/icons/es/icons/FullscreenExitOutlined'
import ZoomInOutlined from '@ant-design/icons/es/icons/ZoomInOutlined'
import ZoomOutOutlined from '@ant-design/icons/es/icons/ZoomOutOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { text } from '../../text.ts'

interface ZoomToolsProps {
  label: string
  isWhole: boolean
  onZoom: (factor: number) => void
  onReset: () => void
}

export function ZoomTools({ label, isWhole, onZoom, onReset }: ZoomToolsProps) {
  const t = useText(text)
  const tools = [
    { name: 'zoomIn', icon: ZoomInOutlined, disabled: false, act: () => onZoom(0.5) },
    { name: 'zoomOut', icon: ZoomOutOutlined, disabled: isWhole, act: () => onZoom(2) },
    { name: 'zoomReset', icon: FullscreenExitOutlined, disabled: isWhole, act: onReset },
  ] as const
  return tools.map(({ name, icon: Icon, disabled, act }) => (
    <Button
      key={name}
      size="small"
      type="text"
      icon={<Icon aria-hidden />}
      aria-label={t(name, { label })}
      title={t(`${name}Key`)}
      disabled={disabled}
      onClick={act}
    />
  ))
}
