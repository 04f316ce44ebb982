import { entry } from './entry.ts'

export const sweepErrors = {
  'sweep.not-found': entry(404470, 'This sweep no longer exists', '该参数搜索已不存在'),
  'sweep.not-running': entry(409470, 'The sweep has already ended', '该参数搜索已结束'),
  'sweep.running': entry(409471, 'The sweep is still running: stop it first', '该参数搜索仍在运行：请先停止'),
  'sweep.nothing-left': entry(
    409472,
    'All trials of the sweep were made, or its time is over: give it more trials or more time',
    '该参数搜索的试验已全部创建或时间已用完：请增加试验数或时间',
  ),
  'sweep.trial-unfit': entry(
    409473,
    'Only a trial of this sweep that succeeded, and whose task is still there, has a model to register',
    '只有该参数搜索中已成功且任务未删除的试验才有可登记的模型',
  ),
  'sweep.grid-too-large': entry(
    400470,
    'The grid has {size} trials, more than the {most} that a sweep may have: try fewer values of each parameter, or choose random values',
    '网格共有 {size} 个试验，超过单个参数搜索的上限 {most}：请减少每个参数的取值，或改用随机搜索',
  ),
  'sweep.other-method': entry(
    400471,
    'Only trainings that were repeated with several seeds can be compared by their spread',
    '只能比较用多个种子重复的训练',
  ),
} as const
