import type { Dataset } from '@vermilion/contract/datasets'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ImageFilter } from '../search.ts'

interface ImagesLinkProps {
  dataset: Dataset
  search: Partial<ImageFilter>
  count: number
  label?: string
  children: ReactNode
}

export function ImagesLink({ dataset, search, count, label, children }: ImagesLinkProps) {
  if (count === 0) return children
  return (
    <Link to="/data-set/list/file/$id" params={{ id: dataset.id }} search={search} aria-label={label}>
      {children}
    </Link>
  )
}
