import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, name } from '../kernel/fields.ts'
import { waitingImages } from './assignment.ts'

export const maxAssigned = 100

export const assignmentEndpoints = {
  listAssignments: endpoint('GET', '/assignments', {
    summary: {
      en: 'How many images wait for me, to be labeled or reviewed: in all, and by dataset, the fullest first',
      zh: '等待我标注或审核的图片数：总数与各数据集，多的在前',
    },
    answer: waitingImages.extend({
      datasets: z.array(waitingImages.extend({ id, name })).max(maxAssigned),
    }),
  }),
} as const
