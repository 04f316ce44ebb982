import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { Editor } from '@vermilion/canvas/editor/editor'
import { answerSuggestions, askedSuggestions, suggestionsOf } from '@vermilion/canvas/editor/editing/suggestions'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { namesOfKeys } from '#ui/keyboard/keys.tsx'
import styles from './review-bar.module.css'
import { reviewText } from './review-text.ts'
import { usePart } from '../use-editor-value.ts'
import { useYesNo, useYesNoKeys } from './use-yes-no.ts'

interface SuggestionBarProps {
  editor: Editor
  leaving: boolean
}

/** Takes what a model has found over, or away: what is selected of it, or with nothing selected all. */
export function SuggestionBar({ editor, leaving }: SuggestionBarProps) {
  const t = useText(reviewText)
  const keys = useYesNoKeys()
  const all = usePart(editor, (now) => suggestionsOf(now).length)
  const asked = usePart(editor, (now) => askedSuggestions(now).length)
  const barred = leaving || asked === 0
  const yes = () => answerSuggestions(editor, 'yes')
  const no = () => answerSuggestions(editor, 'no')
  useYesNo(barred ? null : { yes, no })
  const some = asked < all
  const words = (answer: 'yes' | 'no') =>
    t('byKey', {
      words: t(answer === 'yes' ? 'acceptSuggestions' : 'rejectSuggestions', { count: asked }),
      key: namesOfKeys(keys[answer] ?? '').join('+'),
    })
  return (
    <fieldset className={styles['review']} aria-label={t('suggestions', { count: all })}>
      <span className={styles['amount']}>{t('suggestions', { count: all })}</span>
      <Button danger icon={<CloseOutlined aria-hidden />} title={words('no')} disabled={barred} onClick={no}>
        {some ? t('reject') : t('rejectAll')}
      </Button>
      <Button icon={<CheckOutlined aria-hidden />} title={words('yes')} disabled={barred} onClick={yes}>
        {some ? t('accept') : t('acceptAll')}
      </Button>
    </fieldset>
  )
}
