import { formatNumber } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import styles from './filling.module.css'
import { ProgressBar } from './progress.tsx'
import { State } from './states.tsx'

interface FillingProps {
  /** What is coming. */
  name: string
  done: number
  /** Null where nobody has counted them. */
  total: number | null
}

/** How many of the things that are coming are there. */
export function FillingLine({ name, done, total }: FillingProps) {
  const language = useSystem(({ lang }) => lang)
  return (
    <output className={styles['filling']}>
      {name}
      <ProgressBar done={done} total={total ?? 0} label={name} />
      <span>
        {formatNumber(done, language)}
        {total !== null && ` / ${formatNumber(total, language)}`}
      </span>
    </output>
  )
}

/** What a page shows in the place of content that is on its way. */
export function FillingState({ title, words, ...filling }: FillingProps & { title: string; words: string }) {
  return (
    <State title={title} words={words}>
      <FillingLine {...filling} />
    </State>
  )
}
