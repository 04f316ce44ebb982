import { useNavigate } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import type { FileAction } from '#ui/files/selection-bar.tsx'
import { type Entry, isFolder } from '../entry.ts'
import { actionText } from './action-text.ts'

export function useFindSimilar(entry: Entry | undefined): FileAction[] {
  const t = useText(actionText)
  const navigate = useNavigate()
  if (entry === undefined || isFolder(entry) || entry.kind !== 'image' || entry.broken) return []
  const run = () => void navigate({ to: '/data-set/search', search: { mode: 'image', file: entry.id } })
  return [{ key: 'similar', words: t('similar'), more: true, run }]
}
