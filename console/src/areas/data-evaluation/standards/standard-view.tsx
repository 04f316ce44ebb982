import type { Standard } from '@vermilion/contract/data-evaluations/standards'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { useText } from '#lib/i18n.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { StandardCard } from './standard-card.tsx'
import { text } from './text.ts'

interface StandardViewProps {
  standard: Standard
  onClose: () => void
  onCopy: (standard: Standard) => void
}

export function StandardView({ standard, onClose, onCopy }: StandardViewProps) {
  const t = useText(text)
  useFocusBack()
  return (
    <Drawer
      open
      title={standard.name}
      size={560}
      onClose={onClose}
      mask={{ closable: true }}
      footer={
        <div className="wrapping-row gap-8-14 justify-end">
          <Button onClick={onClose}>{t('close')}</Button>
          <Button type="primary" onClick={() => onCopy(standard)}>
            {t('copy')}
          </Button>
        </div>
      }
    >
      <p className="margin-bottom-14 text-secondary">{t('readOnly')}</p>
      <StandardCard {...standard} />
    </Drawer>
  )
}
