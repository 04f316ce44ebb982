import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceReportEndpoints } from '@vermilion/contract/files/space-report'
import { generationEndpoints } from '@vermilion/contract/generations'
import { modelEndpoints } from '@vermilion/contract/models'
import { rolloutEndpoints } from '@vermilion/contract/rollouts'
import { artifactEndpoints } from '@vermilion/contract/rollouts/artifacts'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { workEndpoints } from '@vermilion/contract/work'
import { endpointTool } from './endpoint-tool.ts'
import type { Tool } from './tool.ts'

const few = { limit: 20 }
const datasetFields = [
  'id',
  'name',
  'description',
  'tags',
  'spaceName',
  'labelType',
  'labels',
  'status',
  'displayState',
  'fileCount',
  'labeledCount',
  'annotationCount',
  'createdAt',
]
const fileFields = ['id', 'path', 'name', 'size', 'kind', 'width', 'height', 'tags', 'score', 'createdAt']
const deviceFields = [
  'id',
  'name',
  'kind',
  'host',
  'group',
  'tags',
  'status',
  'problem',
  'problemDetail',
  'lastSeenAt',
  'facts',
  'reading',
]

export const dataTools: readonly Tool[] = [
  endpointTool({ name: 'find_spaces', endpoint: spaceEndpoints.listSpaces, defaults: few }),
  endpointTool({ name: 'get_space', endpoint: spaceEndpoints.getSpace }),
  endpointTool({ name: 'space_report', endpoint: spaceReportEndpoints.spaceReport }),
  endpointTool({
    name: 'find_files',
    endpoint: fileEndpoints.listFiles,
    defaults: { limit: 20, recursive: true },
    fields: fileFields,
  }),
  endpointTool({
    name: 'find_datasets',
    endpoint: datasetEndpoints.listDatasets,
    defaults: few,
    fields: datasetFields,
  }),
  endpointTool({ name: 'get_dataset', endpoint: datasetEndpoints.getDataset, fields: datasetFields }),
  endpointTool({
    name: 'dataset_report',
    endpoint: datasetEndpoints.datasetReport,
    note: 'figures to explain the dataset by',
  }),
  endpointTool({ name: 'find_images', endpoint: datasetEndpoints.listItems, defaults: few }),
  endpointTool({ name: 'list_dataset_trainings', endpoint: datasetEndpoints.listTrainings, defaults: few }),
  endpointTool({ name: 'find_models', endpoint: modelEndpoints.listModels, defaults: few }),
  endpointTool({ name: 'get_model', endpoint: modelEndpoints.getModel }),
  endpointTool({
    name: 'evaluation_report',
    endpoint: evaluationEndpoints.getEvaluation,
    note: 'how right an inference task was, with the figures of each class',
  }),
  endpointTool({ name: 'data_evaluation_report', endpoint: dataEvaluationEndpoints.reportDataEvaluation }),
  endpointTool({ name: 'find_devices', endpoint: deviceEndpoints.listDevices, defaults: few, fields: deviceFields }),
  endpointTool({ name: 'get_device', endpoint: deviceEndpoints.getDevice, fields: deviceFields }),
  endpointTool({ name: 'list_workflows', endpoint: generationEndpoints.listWorkflows }),
  endpointTool({ name: 'list_generations', endpoint: generationEndpoints.listGenerations, defaults: few }),
  endpointTool({ name: 'get_generation', endpoint: generationEndpoints.getGeneration }),
  endpointTool({ name: 'find_rollouts', endpoint: rolloutEndpoints.listRollouts, defaults: few }),
  endpointTool({ name: 'get_rollout', endpoint: rolloutEndpoints.getRollout }),
  endpointTool({ name: 'find_artifacts', endpoint: artifactEndpoints.listArtifacts, defaults: few }),
  endpointTool({ name: 'list_running_work', endpoint: workEndpoints.listWork }),
  endpointTool({ name: 'create_generation', endpoint: generationEndpoints.createGeneration, creates: 'generation' }),
  endpointTool({ name: 'stop_generation', endpoint: generationEndpoints.stopGeneration, destructive: true }),
]
