/** What may be read as DA, for pages: the words of the protocol, without what checks them. */
export {
  countsRepairs,
  DIAGNOSIS_COUNTS,
  DIAGNOSIS_DEFINITIONS,
  DIAGNOSIS_IDS,
  type DiagnosisChoice,
  type DiagnosisCounts,
  type DiagnosisDefinition,
  type DiagnosisId,
  isMeasuredDa,
  MEASURED_DA,
  REPORTED_DA,
} from "../diagnosis.ts";
