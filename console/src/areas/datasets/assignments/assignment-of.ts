import type { Assignment } from '@vermilion/contract/datasets/assignment'

/** Who an image is assigned to, by what it and its dataset say. */
export function assignmentOf(item: Assignment, dataset: Assignment): Assignment {
  return {
    assignee: item.assignee ?? dataset.assignee,
    assignedReviewer: item.assignedReviewer ?? dataset.assignedReviewer,
  }
}
