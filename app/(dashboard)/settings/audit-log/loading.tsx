import { loading } from "@/app/(dashboard)/declare-page";
import { auditLogScreen } from "@/app/(dashboard)/settings/audit-log/screen";

export default loading(auditLogScreen);
