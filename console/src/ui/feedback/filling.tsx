import { formatNumber } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import styles from './filling.module.css'
import { ProgressBar } from './progress.tsx'
import { State } from './states.tsx'

interface FillingProps {
  name: string
  done: number
  /** Null when unknown. */
  total: number | null
}

/** The number of loaded things out of the total. */
export function FillingLine({ name, done, total }: FillingProps) {
  const language = useSystem(({ lang }) => lang)
  return (
    <output className={`${styles['filling']} inline-row note gap-8 tabular nowrap`}>
      {name}
      <ProgressBar done={done} total={total ?? 0} label={name} />
      <span>
        {formatNumber(done, language)}
        {total !== null && ` / ${formatNumber(total, language)}`}
      </span>
    </output>
  )
}

/** The placeholder of a page whose content is loading. */
export function FillingState({ title, words, ...filling }: FillingProps & { title: string; words: string }) {
  return (
    <State title={title} words={words}>
      <FillingLine {...filling} />
    </State>
  )
}
