import type { ReactNode } from 'react'
import { TwoLines } from '../table/data-table.tsx'
import styles from './cover-name.module.css'
import { Covers } from './covers.tsx'

interface CoverNameProps {
  covers: readonly string[] | undefined
  first: ReactNode
  second: ReactNode
}

/** The name of a thing in a table, beside pictures of what is inside. */
export function CoverName({ covers, first, second }: CoverNameProps) {
  return (
    <span className={styles['name']}>
      <Covers files={covers} kind="row" />
      <TwoLines first={first} second={second} />
    </span>
  )
}
