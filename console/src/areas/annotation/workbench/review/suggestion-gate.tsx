import type { Editor } from '@vermilion/canvas/editor/editor'
import { suggestionsOf, answerSuggestions, pendingSuggestions } from '@vermilion/canvas/editor/editing/suggestions'
import { useEditorValue } from '../use-editor-value.ts'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { namesOfKeys } from '#ui/keyboard/keys.tsx'
import { reviewText } from './review-text.ts'
import { useYesNo, useYesNoKeys } from './use-yes-no.ts'
import styles from './review-bar.module.css'

interface SuggestionGateProps {
  editor: Editor
  isClosing: boolean
}

export function SuggestionGate({ editor, isClosing }: SuggestionGateProps) {
  const asks = useEditorValue(editor, (now) => suggestionsOf(now).length > 0)
  return asks && <SuggestionBar editor={editor} isClosing={isClosing} />
}

interface SuggestionBarProps {
  editor: Editor
  isClosing: boolean
}

function SuggestionBar({ editor, isClosing }: SuggestionBarProps) {
  const t = useText(reviewText)
  const keys = useYesNoKeys()
  const all = useEditorValue(editor, (now) => suggestionsOf(now).length)
  const pendingCount = useEditorValue(editor, (now) => pendingSuggestions(now).length)
  const barred = isClosing || pendingCount === 0
  const yes = () => answerSuggestions(editor, 'yes')
  const no = () => answerSuggestions(editor, 'no')
  useYesNo(barred ? null : { yes, no })
  const some = pendingCount < all
  const message = (reply: 'yes' | 'no') =>
    t('byKey', {
      text: t(reply === 'yes' ? 'acceptSuggestions' : 'rejectSuggestions', { count: pendingCount }),
      key: namesOfKeys(keys[reply] ?? '').join('+'),
    })
  return (
    <fieldset className="relative flex gap-8 margin-0 padding-0 border-0" aria-label={t('suggestions', { count: all })}>
      <span className={`${styles['amount']} inline-row note gap-6 nowrap`} title={t('suggestionLook')}>
        <i className={`${styles['open']} rigid width-14 height-12`} aria-hidden />
        {t('suggestions', { count: all })}
      </span>
      <Button danger icon={<CloseOutlined aria-hidden />} title={message('no')} disabled={barred} onClick={no}>
        {some ? t('reject') : t('rejectAll')}
      </Button>
      <Button icon={<CheckOutlined aria-hidden />} title={message('yes')} disabled={barred} onClick={yes}>
        {some ? t('accept') : t('acceptAll')}
      </Button>
    </fieldset>
  )
}
