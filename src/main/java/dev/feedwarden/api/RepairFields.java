package dev.feedwarden.api;

import dev.feedwarden.model.Repair;
import java.util.LinkedHashMap;
import java.util.Map;

/** A repair as commands and the API show it; secrets are masked. */
public final class RepairFields {
  private RepairFields() {}

  public static Map<String, Object> of(Repair repair) {
    var proof = repair.proof();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", repair.id());
    fields.put("source_id", repair.source().value());
    fields.put("state", repair.state().wire());
    fields.put("to_url", repair.to().masked());
    fields.put("how", proof.how());
    fields.put("confidence", proof.confidence());
    fields.put("common", proof.overlap().common());
    fields.put("of", proof.overlap().of());
    fields.put("titles", proof.titles());
    fields.put("reasons", proof.reasons());
    fields.put("proposed_at", repair.proposedAt().toString());
    if (repair.decision() != null) {
      fields.put("decided_at", repair.decision().at().toString());
      fields.put("decided_by", repair.decision().by());
    }
    return fields;
  }
}
