import type { Device } from '@vermilion/contract/devices'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { State } from '#ui/feedback/states.tsx'
import { KeyList } from './key-list.tsx'
import { keysText } from './text.ts'

export function ConfirmKeys({ devices, onClose }: { devices: readonly Device[]; onClose: () => void }) {
  const t = useText(keysText)
  useFocusBack()
  // The devices at the time of opening: a confirmed one stays in the list.
  const [waiting] = useState(() => devices.filter(({ hostKey }) => hostKey === null))
  return (
    <Drawer
      open
      title={t('title')}
      size={760}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {waiting.length === 0 ? <State title={t('none')} text={t('noneWords')} /> : <KeyList devices={waiting} />}
    </Drawer>
  )
}
