import type { ReactNode } from 'react'
import { TwoLines } from '../table/data-table.tsx'
import { Covers } from './covers.tsx'

interface CoverNameProps {
  covers: readonly string[] | undefined
  pictures?: readonly string[] | undefined
  icon?: ReactNode
  first: ReactNode
  second: ReactNode
}

export function CoverName({ covers, pictures, icon, first, second }: CoverNameProps) {
  return (
    <span className="row gap-12 min-width-0">
      <Covers files={covers} pictures={pictures} icon={icon} kind="row" />
      <TwoLines first={first} second={second} />
    </span>
  )
}
