/** What may be read as DA, for pages: the words of the protocol, without what checks them. */
export {
  DIAGNOSIS_COUNTS,
  DIAGNOSIS_DEFINITIONS,
  DIAGNOSIS_IDS,
  type DiagnosisChoice,
  type DiagnosisCounts,
  type DiagnosisDefinition,
  type DiagnosisId,
  MEASURED_DA,
} from "../../../workers/protocol/diagnosis.ts";
