import { classesOf } from '@vermilion/canvas/editor/editing/classify'
import { suggestionsOf } from '@vermilion/canvas/editor/editing/suggestions'
import { assignLabel } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import type { LabelStyle } from '@vermilion/canvas/editor/labels'
import { Link, useParams } from '@tanstack/react-router'
import Switch from 'antd/es/switch'
import { formatMeasure } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import styles from './class-panel.module.css'
import { classText } from './class-text.ts'
import { Chip } from './label-list.tsx'
import side from '../side-panel.module.css'
import { text } from '../../text.ts'
import { useEditorValue } from '../use-editor-value.ts'

export function ClassPanel({ editor }: { editor: Editor }) {
  const t = useText(classText)
  const advance = useSystem(({ studio }) => studio.advance)
  const change = useSystem(({ changeStudio }) => changeStudio)
  const severalClasses = useEditorValue(editor, ({ settings }) => settings.get().multipleClasses)
  const labels = useEditorValue(editor, (now) => now.labels.list())
  const { id } = useParams({ from: '/shell/data-set/list/file/$id/annotate/$itemId' })
  const title = t(severalClasses ? 'titleSeveral' : 'title')
  return (
    <>
      <h2 className={`${side['title']} row note gap-8 min-height-26 weight-600`}>{title}</h2>
      <ul className="scroll-y" role={severalClasses ? 'group' : 'radiogroup'} aria-label={title}>
        {labels.map((label) => (
          <ClassRow key={label.id} editor={editor} label={label} several={severalClasses} />
        ))}
      </ul>
      <div className={`${styles['ways']} stack gap-8 padding-10-12 border-top`}>
        <label className="row gap-8 text-secondary">
          <Switch
            size="small"
            checked={severalClasses}
            onChange={(multipleClasses) => editor.settings.set({ multipleClasses })}
          />
          {t('several')}
        </label>
        <label className="row gap-8 text-secondary" title={t('advanceWords')}>
          <Switch
            size="small"
            checked={advance && !severalClasses}
            disabled={severalClasses}
            onChange={(on) => change({ advance: on })}
          />
          {t('advance')}
        </label>
        <Link to="/data-set/list/file/$id" params={{ id }} search={{ tab: 'classify' }}>
          {t('grid')}
        </Link>
      </div>
    </>
  )
}

function ClassRow({ editor, label, several }: { editor: Editor; label: LabelStyle; several: boolean }) {
  const { id, name, colour } = label
  const t = useText(text)
  const isSelected = useEditorValue(editor, (now) => classesOf(now).includes(id))
  const score = useEditorValue(editor, (now) => suggestionsOf(now).find(({ labelId }) => labelId === id)?.score)
  return (
    <li
      className={`${side['row']} row relative height-32 hover-ground-quaternary`}
      data-current={isSelected}
      role="none"
    >
      <button
        type="button"
        className={`${side['choice']} quiet-button row grow gap-8 min-width-0 full-height text-left`}
        role={several ? 'checkbox' : 'radio'}
        aria-checked={isSelected}
        onClick={() => assignLabel(editor, id)}
      >
        <Chip colour={colour} tag={editor.labels.tagOf(id)} isOpen={score !== undefined} />
        <span className="ellipsis grow">{name}</span>
        {score !== undefined && (
          <span className="text-secondary font-12 tabular" title={t('suggested')}>
            {formatMeasure(score)}
          </span>
        )}
        {typeof label.shortcut === 'string' && <Keys combination={label.shortcut} />}
        <span
          className={`${styles['mark']} width-14 margin-right-6 round`}
          data-chosen={isSelected}
          data-several={several}
          data-open={score !== undefined}
          aria-hidden
        />
      </button>
    </li>
  )
}
