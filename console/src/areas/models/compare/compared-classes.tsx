import { type Compared, type ComparedModel, mainFigure } from '@vermilion/contract/models/comparisons'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Panel } from '#ui/page/page.tsx'
import { text } from '../report/text.ts'
import { nameOf } from './compared-figures.tsx'
import styles from './compare.module.css'
import { IntervalBar } from './interval-bar.tsx'
import { compareText } from './text.ts'

interface ComparedClassesProps {
  models: readonly ComparedModel[]
  result: Compared
  onClass: (label: string) => void
}

export function ComparedClasses({ models, result, onClass }: ComparedClassesProps) {
  const t = useText(compareText)
  const named = useText(text)
  const language = useSystem((system) => system.lang)
  const figure = named(`${mainFigure[result.labelType]}OfLabel`)
  const classes = result.classes.toSorted((a, b) => b.instances - a.instances)
  return (
    <Panel title={t('perClass')}>
      <p className={`${styles['note']} faint`}>{t('classNote', { figure })}</p>
      <div className="scroll-x">
        <table className={`${styles['table']} full-width border-spacing-0 font-13 tabular`} aria-label={t('perClass')}>
          <thead>
            <tr>
              <th scope="col">{t('class')}</th>
              <th scope="col">{t('instances')}</th>
              {models.map((model) => (
                <th key={model.modelId} scope="col">
                  {nameOf(model)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {classes.map(({ label, instances, figures, main }) => (
              <tr key={label}>
                <th scope="row">
                  <button type="button" onClick={() => onClass(label)}>
                    {label}
                  </button>
                </th>
                <td>{formatNumber(instances, language)}</td>
                {models.map(({ modelId }, at) => (
                  <td key={modelId}>
                    {(figures[at] ?? null) === null ? (
                      <span title={t('noLabel')}>{unknownValue}</span>
                    ) : (
                      <IntervalBar figure={main[at]} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
