import type { WaitingImages } from '@vermilion/contract/datasets/assignment'
import type { ImageFilter } from '../search.ts'

export function myFilter(
  which: keyof WaitingImages | null,
  username: string,
): Pick<ImageFilter, 'assignee' | 'assignedReviewer' | 'status'> {
  return {
    assignee: which === 'toLabel' ? username : undefined,
    assignedReviewer: which === 'toReview' ? username : undefined,
    status: which === 'toLabel' ? 'to-label,rejected' : which === 'toReview' ? 'labeled' : undefined,
  }
}
