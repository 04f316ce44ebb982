import { channels, noAdjustments } from '@vermilion/canvas/editor/appearance'
import type { Editor } from '@vermilion/canvas/editor/editor'
import Button from 'antd/es/button'
import { useId } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './adjustments.module.css'
import { adjustmentsText } from './adjustments-text.ts'
import { ChoiceGroup } from './choice-group.tsx'
import { useEditorValue } from '../use-editor-value.ts'

const levels = ['brightness', 'contrast', 'saturation'] as const

export function Adjustments({ editor }: { editor: Editor }) {
  const t = useText(adjustmentsText)
  const id = useId()
  const adjustments = useEditorValue(editor, ({ appearance }) => appearance.adjustments())
  const adjust = (change: Partial<typeof adjustments>) => editor.appearance.adjust(change)
  return (
    <div className="grid gap-8 font-13" style={{ width: 290 }}>
      {levels.map((level) => (
        <div key={level} className={`${styles['row']} grid gap-10 align-center min-height-26 text-secondary`}>
          <label htmlFor={`${id}-${level}`}>{t(level)}</label>
          <input
            className="accent-primary"
            id={`${id}-${level}`}
            type="range"
            min={0}
            max={3}
            step={0.05}
            value={adjustments[level]}
            onChange={({ target }) => adjust({ [level]: target.valueAsNumber })}
          />
          <output className="min-width-46 text-right">
            {t('percent', { value: Math.round(adjustments[level] * 100) })}
          </output>
        </div>
      ))}
      <ChoiceGroup
        name={t('channel')}
        value={adjustments.channel}
        choices={channels.map((channel) => ({ value: channel, text: t(channel) }))}
        onChange={(channel) => adjust({ channel })}
      />
      <label className={`${styles['row']} grid gap-10 align-center min-height-26 text-secondary`}>
        <span>{t('inverted')}</span>
        <input
          className="accent-primary"
          type="checkbox"
          checked={adjustments.inverted}
          onChange={({ target }) => adjust({ inverted: target.checked })}
        />
      </label>
      <p className="hint">{t('words')}</p>
      <Button size="small" onClick={() => adjust(noAdjustments)}>
        {t('reset')}
      </Button>
    </div>
  )
}
