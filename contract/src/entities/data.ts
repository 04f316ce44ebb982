import { annotation, annotationSave, presence } from '../annotation.ts'
import { segment, segmentPrompt } from '../annotation/segmentation.ts'
import { autoLabelCreate, autoLabelImage, autoLabelReport, autoLabelRun, autoLabelScope } from '../auto-label.ts'
import { coordinates, labeller } from '../auto-label/labellers.ts'
import {
  labelErrorCreate,
  labelErrorFold,
  labelErrorRanking,
  rankedFinding,
  rankedImage,
} from '../auto-label/label-errors.ts'
import { learningRound } from '../auto-label/learning.ts'
import {
  dataset,
  datasetCreate,
  datasetDuplicate,
  datasetUpdate,
  listedDataset,
  relabeledDataset,
} from '../datasets.ts'
import { waitingImages } from '../datasets/assignment.ts'
import { itemChange } from '../datasets/changes.ts'
import { datasetWork, deletedDataset } from '../datasets/deleted.ts'
import { datasetExport, exportCreate, exportLosses, exportSend } from '../datasets/exports.ts'
import {
  annotatorChoice,
  classMapping,
  classTarget,
  datasetImport,
  importCreate,
  importDone,
  importFindings,
  importProblem,
  importSource,
  importedAttribute,
  importedClass,
} from '../datasets/imports.ts'
import { itemSet } from '../datasets/item-sets.ts'
import { datasetItem, itemFilter, itemSelection, listedItem } from '../datasets/items.ts'
import { labelSource } from '../datasets/label-sources.ts'
import { datasetReport } from '../datasets/report.ts'
import { datasetFilling, datasetSource, imagesAdd } from '../datasets/sources.ts'
import { datasetTask, trainingCreate } from '../datasets/trainings.ts'
import { changedImage, datasetVersion, versionCreate, versionDiff, versionSource } from '../datasets/versions.ts'
import { fileFilter, filePage, fileSelection, folder, spaceFile, uploadReport } from '../files.ts'
import { archive } from '../files/archives.ts'
import { fileOutcome, fileTarget } from '../files/operations.ts'
import { archiveEntry, pictureMetadata, tiling } from '../files/previews.ts'
import { spaceReport } from '../files/space-report.ts'
import { listedTrashedFile, trashedFile } from '../files/trash.ts'
import { unpacking, uploadResult } from '../files/uploads.ts'
import { indexedSpace, searchAnswer, searchIndex, searchRegion, searchResult } from '../image-search.ts'
import { datasetLikeness, duplicateGroup, leakage, likenessMap } from '../image-search/likeness.ts'
import { box } from '../labels/box.ts'
import { label, labelAttribute, labelEnd, labelInput, labelsChange, labelsMerge } from '../labels/dataset-labels.ts'
import { attributeValue, attributeValues, shape } from '../labels/index.ts'
import { mask } from '../labels/mask.ts'
import { polygon } from '../labels/polygon.ts'
import { notice } from '../datasets/notices.ts'
import { renderedSpace, sampleCreate } from '../samples.ts'
import { listedSpace, pathCheck, scanReport, space, spaceCreate, spaceUpdate } from '../spaces.ts'
import { deletedSpace } from '../spaces/deleted.ts'

export const dataEntities = {
  annotation,
  annotationSave,
  annotatorChoice,
  archive,
  archiveEntry,
  attributeValue,
  attributeValues,
  autoLabelCreate,
  autoLabelImage,
  autoLabelReport,
  autoLabelRun,
  autoLabelScope,
  box,
  changedImage,
  classMapping,
  classTarget,
  coordinates,
  dataset,
  datasetCreate,
  datasetDuplicate,
  datasetExport,
  datasetFilling,
  datasetImport,
  datasetItem,
  datasetLikeness,
  datasetReport,
  datasetSource,
  datasetTask,
  datasetUpdate,
  datasetVersion,
  datasetWork,
  deletedDataset,
  deletedSpace,
  duplicateGroup,
  exportCreate,
  exportLosses,
  exportSend,
  fileFilter,
  fileOutcome,
  filePage,
  fileSelection,
  fileTarget,
  folder,
  imagesAdd,
  importCreate,
  importDone,
  importedAttribute,
  importedClass,
  importFindings,
  importProblem,
  importSource,
  indexedSpace,
  itemChange,
  itemFilter,
  itemSelection,
  itemSet,
  label,
  labelAttribute,
  labelEnd,
  labelInput,
  labeller,
  labelErrorCreate,
  labelErrorFold,
  labelErrorRanking,
  labelsChange,
  labelsMerge,
  labelSource,
  leakage,
  learningRound,
  likenessMap,
  listedDataset,
  listedItem,
  listedSpace,
  listedTrashedFile,
  mask,
  notice,
  pathCheck,
  pictureMetadata,
  polygon,
  presence,
  rankedFinding,
  rankedImage,
  relabeledDataset,
  renderedSpace,
  sampleCreate,
  scanReport,
  searchAnswer,
  searchIndex,
  searchRegion,
  searchResult,
  segment,
  segmentPrompt,
  shape,
  space,
  spaceCreate,
  spaceFile,
  spaceReport,
  spaceUpdate,
  tiling,
  trainingCreate,
  trashedFile,
  unpacking,
  uploadResult,
  uploadReport,
  versionCreate,
  versionDiff,
  versionSource,
  waitingImages,
}
