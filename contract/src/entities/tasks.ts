import { listedTask, task, taskInstance, trainingImage } from '../tasks.ts'
import {
  accelerator,
  taskCreate,
  taskData,
  taskOrder,
  taskParameters,
  taskResources,
  taskRestarts,
  taskUpdate,
  taskVariables,
} from '../tasks/creation.ts'
import { keptRule } from '../tasks/kept-rule.ts'
import { dataSource, taskFailure, taskRecord } from '../tasks/ends.ts'
import { externalRun } from '../tasks/external/external-runs.ts'
import { estimateRequest, expectedStart, startRequest, taskEstimate } from '../tasks/estimates.ts'
import {
  figureSpread,
  stopRule,
  sweep,
  sweepComparison,
  sweepCreate,
  sweepGroup,
  taskSweep,
  trial,
  trialStop,
} from '../tasks/sweeps/sweeps.ts'
import { parameterSpace, searchSpace } from '../tasks/sweeps/space.ts'
import { groupDifference, spread } from '../tasks/sweeps/spread.ts'
import { taskHeadline } from '../tasks/headline.ts'
import { imageCheck } from '../tasks/image-check.ts'
import { parameterDefinition } from '../tasks/image-parameters.ts'
import { logLine } from '../tasks/logs.ts'
import { seriesInfo, seriesPoints } from '../tasks/metrics.ts'
import { cluster, pool, poolCheck, poolCreate, poolProblem, poolTrial, poolUpdate } from '../tasks/pools.ts'
import { runFile, runInput, runManifest, runPack } from '../tasks/run-data.ts'
import { environmentOffer, environmentProgress, pythonEnvironment } from '../tasks/environments/python-environments.ts'
import { taskRemoval } from '../tasks/removal.ts'
import { trainingReport } from '../tasks/training-report.ts'
import { taskTerminal } from '../tasks/terminals.ts'
import { imageCreate, imageUpdate } from '../tasks/training-images.ts'

export const taskEntities = {
  accelerator,
  dataSource,
  environmentOffer,
  environmentProgress,
  estimateRequest,
  externalRun,
  figureSpread,
  groupDifference,
  imageCheck,
  imageCreate,
  imageUpdate,
  listedTask,
  keptRule,
  logLine,
  parameterDefinition,
  parameterSpace,
  pool,
  cluster,
  poolCheck,
  poolCreate,
  poolProblem,
  poolTrial,
  poolUpdate,
  pythonEnvironment,
  runFile,
  runInput,
  runManifest,
  runPack,
  searchSpace,
  seriesInfo,
  seriesPoints,
  spread,
  stopRule,
  sweep,
  sweepComparison,
  sweepCreate,
  sweepGroup,
  task,
  taskCreate,
  taskData,
  expectedStart,
  startRequest,
  taskEstimate,
  taskFailure,
  taskHeadline,
  taskInstance,
  taskOrder,
  taskParameters,
  taskRecord,
  taskRemoval,
  taskResources,
  taskRestarts,
  taskSweep,
  taskTerminal,
  taskUpdate,
  taskVariables,
  trainingImage,
  trainingReport,
  trial,
  trialStop,
}
