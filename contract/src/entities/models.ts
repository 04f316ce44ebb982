import {
  boardComparison,
  boardInference,
  boardInferenceCreate,
  boardMeasurement,
  comparedImage,
} from '../board-inferences.ts'
import {
  cost,
  dataEvaluation,
  dataEvaluationDraft,
  estimate,
  fileScore,
  imageResult,
  listedDataEvaluation,
  modelScore,
} from '../data-evaluations.ts'
import { dataEvaluationReport, distribution } from '../data-evaluations/report.ts'
import { scorer } from '../data-evaluations/scorers.ts'
import { criterion, standard, standardChange, standardDraft, usedStandard } from '../data-evaluations/standards.ts'
import { inputSettings } from '../detection/input-settings.ts'
import { tileOptions } from '../detection/tiles/tiles.ts'
import {
  confusionCell,
  evaluatedFilter,
  evaluatedImage,
  evaluation,
  evaluationCurves,
  evaluationProblem,
  figures,
  partEvaluation,
  suggestions,
  suggestionsCreate,
  suggestionsProblem,
} from '../evaluations.ts'
import { captionChange, captionedPicture } from '../fine-tunings/captions.ts'
import { fineTuningCheck, inspectedData } from '../fine-tunings/data-check.ts'
import { fineTuning, fineTuningCreate } from '../fine-tunings/endpoints.ts'
import {
  generatedImage,
  generation,
  imageInProgress,
  lineage,
  listedGeneration,
  preset,
  detailedGeneration,
} from '../generations.ts'
import { generationConfig, loraRow, sceneItem, scoreCondition } from '../generations/config.ts'
import { generationEstimate, generationEstimateRequest } from '../generations/estimates.ts'
import { keptWorkflow, workflow, workflowCapabilities } from '../generations/engines.ts'
import { itemDraft, itemDraftCreate } from '../generations/item-drafts.ts'
import { workflowContent } from '../generations/workflow-content.ts'
import { slotTarget, workflowSlots } from '../generations/workflow-slots.ts'
import { importedWorkflow, missingPart, workflowServer } from '../generations/workflows.ts'
import {
  inferenceCreate,
  inferenceModel,
  inferenceResult,
  loraModel,
  model,
  modelUpdate,
  storedModel,
} from '../models.ts'
import { inferenceSource } from '../models/inference-source.ts'
import { loraFacts, loraSample } from '../models/lora.ts'
import { modelCreate, modelFile, modelInspection, modelTrial, trialResult } from '../models/model-files.ts'
import {
  boxPrediction,
  classPrediction,
  maskPrediction,
  modelMetrics,
  modelPrediction,
  predictionKind,
  truthShape,
} from '../predictions.ts'
import { comfyuiLora } from '../models/comfyui.ts'
import { comparedModel, contrastedImage, modelComparison } from '../models/comparisons.ts'
import { conversion, conversionCreate } from '../models/conversions.ts'
import { modelFetch } from '../models/fetches.ts'
import { inferenceReport } from '../models/inference-report.ts'
import { lineageEntry, modelLineage, trainedModel } from '../models/lineage.ts'
import { recommendedThreshold, servedPrediction } from '../models/serving.ts'
import { modelTrainingData } from '../models/training-data.ts'
import { tileSize } from '../models/tile-sizes.ts'
import { captionRun, captionRunCreate } from '../fine-tunings/caption-runs.ts'

export const modelEntities = {
  boardComparison,
  boardInference,
  boardInferenceCreate,
  boardMeasurement,
  boxPrediction,
  captionChange,
  captionedPicture,
  captionRun,
  captionRunCreate,
  classPrediction,
  comfyuiLora,
  comparedImage,
  comparedModel,
  confusionCell,
  contrastedImage,
  conversion,
  conversionCreate,
  cost,
  criterion,
  dataEvaluation,
  dataEvaluationDraft,
  dataEvaluationReport,
  distribution,
  estimate,
  evaluatedFilter,
  evaluatedImage,
  evaluation,
  evaluationCurves,
  evaluationProblem,
  figures,
  fileScore,
  fineTuning,
  fineTuningCheck,
  fineTuningCreate,
  generatedImage,
  generation,
  generationConfig,
  generationEstimate,
  generationEstimateRequest,
  imageInProgress,
  imageResult,
  importedWorkflow,
  inferenceCreate,
  inferenceModel,
  inferenceReport,
  inferenceResult,
  inferenceSource,
  inputSettings,
  inspectedData,
  itemDraft,
  itemDraftCreate,
  keptWorkflow,
  listedDataEvaluation,
  listedGeneration,
  detailedGeneration,
  lineage,
  lineageEntry,
  loraFacts,
  loraModel,
  loraRow,
  loraSample,
  maskPrediction,
  missingPart,
  model,
  modelComparison,
  modelCreate,
  modelFetch,
  modelFile,
  modelInspection,
  modelLineage,
  modelMetrics,
  modelPrediction,
  modelScore,
  modelTrainingData,
  modelTrial,
  modelUpdate,
  partEvaluation,
  predictionKind,
  preset,
  sceneItem,
  scoreCondition,
  scorer,
  recommendedThreshold,
  servedPrediction,
  slotTarget,
  standard,
  standardChange,
  standardDraft,
  storedModel,
  suggestions,
  suggestionsCreate,
  suggestionsProblem,
  tileOptions,
  tileSize,
  trainedModel,
  trialResult,
  truthShape,
  usedStandard,
  workflow,
  workflowCapabilities,
  workflowContent,
  workflowServer,
  workflowSlots,
}
