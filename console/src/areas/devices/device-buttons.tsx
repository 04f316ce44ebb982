import CodeOutlined from '@ant-design/icons/es/icons/CodeOutlined'
import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import type { Device } from '@vermilion/contract/devices'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import type { DeviceTab } from './detail/tabs.ts'
import { text } from './text.ts'

interface DeviceButtonsProps {
  device: Device
  tabs: readonly DeviceTab[]
  open?: string
  size?: 'small' | 'middle'
  children?: ReactNode
}

export function DeviceButtons({ device, tabs, open: current, size = 'small', children }: DeviceButtonsProps) {
  const t = useText(text)
  const navigate = useNavigate()
  const open = (tab: string) =>
    void navigate({ to: '/board/list/device/$id', params: { id: device.id }, search: { tab } })
  const has = (tab: string) => tab !== current && tabs.some(({ key }) => key === tab)
  return (
    <span className="inline-row gap-6" data-beside={children !== undefined || undefined}>
      {has('terminal') && (
        <Button
          size={size}
          icon={<CodeOutlined aria-hidden />}
          onClick={() => open('terminal')}
          aria-label={`${t('ssh')} ${device.name}`}
          title={t('sshHint')}
        >
          {t('ssh')}
        </Button>
      )}
      {has('updates') && (
        <Button
          size={size}
          icon={<CloudUploadOutlined aria-hidden />}
          onClick={() => open('updates')}
          aria-label={`${t('ota')} ${device.name}`}
          title={t('otaHint')}
        >
          {t('ota')}
        </Button>
      )}
      {children}
    </span>
  )
}
