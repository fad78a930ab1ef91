import { apiKeysScreen } from "@/app/(dashboard)/api-keys/screen";
import { loading } from "@/app/(dashboard)/declare-page";

export default loading(apiKeysScreen);
