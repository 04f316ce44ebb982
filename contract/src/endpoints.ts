import type { Endpoint } from './kernel/endpoint.ts'
import { accountEndpoints } from './accounts.ts'
import { annotationEndpoints } from './annotation.ts'
import { segmentationEndpoints } from './annotation/segmentation.ts'
import { assistEndpoints } from './assist-models/endpoints.ts'
import { assistantEndpoints } from './assistant.ts'
import { auditEndpoints } from './accounts/audit.ts'
import { noticeEndpoints } from './datasets/notices.ts'
import { identityEndpoints } from './accounts/identities.ts'
import { peopleEndpoints } from './accounts/people.ts'
import { autoLabelEndpoints } from './auto-label.ts'
import { archiveEndpoints } from './files/archives.ts'
import { boardInferenceEndpoints } from './board-inferences.ts'
import { dataEvaluationEndpoints } from './data-evaluations.ts'
import { deletedDatasetEndpoints } from './datasets/deleted.ts'
import { datasetEndpoints } from './datasets.ts'
import { assignmentEndpoints } from './datasets/assignments.ts'
import { datasetExportEndpoints } from './datasets/exports.ts'
import { datasetImportEndpoints } from './datasets/imports.ts'
import { deletedSpaceEndpoints } from './spaces/deleted.ts'
import { deviceCommandEndpoints } from './devices/commands.ts'
import { deviceEndpoints } from './devices.ts'
import { deviceTerminalEndpoints } from './devices/terminals.ts'
import { deviceCollectionEndpoints } from './devices/collections.ts'
import { deviceFileEndpoints } from './devices/files.ts'
import { deviceUploadEndpoints } from './devices/file-uploads.ts'
import { deviceImportEndpoints } from './devices/imports.ts'
import { enrolmentEndpoints } from './devices/enrolments.ts'
import { evaluationEndpoints } from './evaluations.ts'
import { captionEndpoints } from './fine-tunings/captions.ts'
import { comfyuiLoraEndpoints } from './models/comfyui.ts'
import { captionRunEndpoints } from './fine-tunings/caption-runs.ts'
import { fineTuningEndpoints } from './fine-tunings/endpoints.ts'
import { fileOperationEndpoints } from './files/operations.ts'
import { fileEndpoints } from './files.ts'
import { generationEndpoints } from './generations.ts'
import { generationEstimateEndpoints } from './generations/estimates.ts'
import { imageSearchEndpoints } from './image-search.ts'
import { itemDraftEndpoints } from './generations/item-drafts.ts'
import { estimateEndpoints } from './tasks/estimates.ts'
import { externalRunEndpoints } from './tasks/external/external-runs.ts'
import { sweepEndpoints } from './tasks/sweeps/sweeps.ts'
import { metricEndpoints } from './tasks/metrics.ts'
import { trainingReportEndpoints } from './tasks/training-report.ts'
import { cardEndpoints } from './models/card.ts'
import { comparisonEndpoints } from './models/comparisons.ts'
import { conversionEndpoints } from './models/conversions.ts'
import { lineageEndpoints } from './models/lineage.ts'
import { trainingDataEndpoints } from './models/training-data.ts'
import { modelEndpoints } from './models.ts'
import { modelFetchEndpoints } from './models/fetches.ts'
import { monitoringEndpoints } from './monitoring/endpoints.ts'
import { pythonEnvironmentEndpoints } from './tasks/environments/python-environments.ts'
import { poolEndpoints } from './tasks/pools.ts'
import { previewEndpoints } from './files/previews.ts'
import { artifactEndpoints } from './rollouts/artifacts.ts'
import { rolloutEndpoints } from './rollouts.ts'
import { installationEndpoints } from './rollouts/installations.ts'
import { runDataEndpoints } from './tasks/run-data.ts'
import { sampleEndpoints } from './samples.ts'
import { servingEndpoints } from './models/serving.ts'
import { scanEndpoints } from './files/scans.ts'
import { serviceEndpoints } from './services.ts'
import { settingsEndpoints } from './settings.ts'
import { fileStorageEndpoints } from './settings/file-storage.ts'
import { spaceReportEndpoints } from './files/space-report.ts'
import { spaceEndpoints } from './spaces.ts'
import { taskLogEndpoints } from './tasks/logs.ts'
import { taskEndpoints } from './tasks.ts'
import { taskTerminalEndpoints } from './tasks/terminals.ts'
import { terminalEndpoints } from './terminals.ts'
import { imageEndpoints } from './tasks/training-images.ts'
import { trashEndpoints } from './files/trash.ts'
import { directUploadEndpoints } from './files/direct-uploads.ts'
import { uploadEndpoints } from './files/uploads.ts'
import { workEndpoints } from './work.ts'
import { workflowEndpoints } from './generations/workflows.ts'

export const endpointAreas = {
  settings: settingsEndpoints,
  work: workEndpoints,
  services: serviceEndpoints,
  fileStorage: fileStorageEndpoints,
  accounts: accountEndpoints,
  people: peopleEndpoints,
  identities: identityEndpoints,
  audit: auditEndpoints,
  spaces: spaceEndpoints,
  deletedSpaces: deletedSpaceEndpoints,
  files: fileEndpoints,
  spaceReports: spaceReportEndpoints,
  scans: scanEndpoints,
  uploads: uploadEndpoints,
  directUploads: directUploadEndpoints,
  fileOperations: fileOperationEndpoints,
  trash: trashEndpoints,
  archives: archiveEndpoints,
  previews: previewEndpoints,
  devices: deviceEndpoints,
  deviceCommands: deviceCommandEndpoints,
  deviceTerminals: deviceTerminalEndpoints,
  deviceCollections: deviceCollectionEndpoints,
  deviceFiles: deviceFileEndpoints,
  deviceUploads: deviceUploadEndpoints,
  deviceImports: deviceImportEndpoints,
  deviceEnrolments: enrolmentEndpoints,
  pools: poolEndpoints,
  tasks: taskEndpoints,
  externalRuns: externalRunEndpoints,
  sweeps: sweepEndpoints,
  trainingImages: imageEndpoints,
  pythonEnvironments: pythonEnvironmentEndpoints,
  taskLogs: taskLogEndpoints,
  runData: runDataEndpoints,
  terminals: terminalEndpoints,
  taskTerminals: taskTerminalEndpoints,
  metrics: { ...metricEndpoints, ...trainingReportEndpoints },
  taskEstimates: estimateEndpoints,
  datasets: { ...datasetEndpoints, ...assignmentEndpoints },
  deletedDatasets: deletedDatasetEndpoints,
  notices: noticeEndpoints,
  datasetImports: datasetImportEndpoints,
  datasetExports: datasetExportEndpoints,
  models: modelEndpoints,
  serving: servingEndpoints,
  modelFetches: modelFetchEndpoints,
  modelComparisons: comparisonEndpoints,
  modelLineage: lineageEndpoints,
  modelTrainingData: trainingDataEndpoints,
  modelCards: cardEndpoints,
  modelConversions: conversionEndpoints,
  boardInferences: boardInferenceEndpoints,
  artifacts: artifactEndpoints,
  rollouts: rolloutEndpoints,
  installations: installationEndpoints,
  evaluations: evaluationEndpoints,
  dataEvaluations: dataEvaluationEndpoints,
  imageSearch: imageSearchEndpoints,
  generations: generationEndpoints,
  generationEstimates: generationEstimateEndpoints,
  itemDrafts: itemDraftEndpoints,
  workflows: workflowEndpoints,
  samples: sampleEndpoints,
  assistModels: assistEndpoints,
  annotation: annotationEndpoints,
  segmentation: segmentationEndpoints,
  autoLabel: autoLabelEndpoints,
  monitoring: monitoringEndpoints,
  fineTunings: fineTuningEndpoints,
  captions: captionEndpoints,
  captionRuns: captionRunEndpoints,
  comfyuiLoras: comfyuiLoraEndpoints,
  assistant: assistantEndpoints,
} as const satisfies Record<string, Record<string, Endpoint>>
export type AreaName = keyof typeof endpointAreas
